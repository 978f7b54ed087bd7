/** The objects of the platform: all their declarations, the names of the global ones, and operations for guest texts. */
import type { Intrinsic } from "../objects/realm.ts"
import type { NativeBody } from "../interpreter/native.ts"
import { cryptoIntrinsics } from "./crypto.ts"
import { headersIntrinsics } from "./Headers.ts"
import { hiddenPairsOperations } from "./pairs.ts"
import { hiddenPlatformSet } from "./platform.ts"
import { textDecoderIntrinsics } from "./TextDecoder.ts"
import { textEncoderIntrinsics } from "./TextEncoder.ts"
import { urlIntrinsics } from "./URL.ts"
import { urlSearchParamsIntrinsics } from "./URLSearchParams.ts"

export const platformIntrinsics: Intrinsic[] = [
  ...urlIntrinsics,
  ...urlSearchParamsIntrinsics,
  ...headersIntrinsics,
  ...textEncoderIntrinsics,
  ...textDecoderIntrinsics,
  ...cryptoIntrinsics,
]

export const platformNames = ["URL", "URLSearchParams", "Headers", "TextEncoder", "TextDecoder", "crypto"]

export const hiddenPlatformOperations: ReadonlyArray<readonly [string, number, NativeBody]> = [
  ...hiddenPairsOperations,
  ["PlatformSet", 3, hiddenPlatformSet],
]
