/** Stands in for the package `yaml` in the examples. */
// oxlint-disable-next-line typescript/no-explicit-any
export const parse = (text: string): any => Bun.YAML.parse(text)
