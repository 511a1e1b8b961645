/** Prints a measurement into the output of the tests, so that runs can be compared. */
export function reportMeasurement(line: string): void {
  console.log(line)
}
