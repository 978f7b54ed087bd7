/** What the environment asks of the whole suite. */
if (process.env["CODEMODE_ROUNDTRIP"] === "1") {
  const { roundTripEverything } = await import("./snapshot/roundTrip.ts")
  roundTripEverything()
}
