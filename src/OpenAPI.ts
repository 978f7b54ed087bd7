/** OpenAPI documents as tools: the public face of `openapi/`. Holds no behaviour. */
export { fromSpec } from "./openapi/fromSpec.ts"
export type {
  Auth,
  Credential,
  CredentialRequest,
  OperationInfo,
  Options,
  Resolved,
  Result,
  Skipped,
} from "./openapi/types.ts"
