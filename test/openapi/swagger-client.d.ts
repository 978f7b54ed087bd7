/** The package has no types of its own. */
declare module "swagger-client" {
  const client: unknown
  export default client
}
