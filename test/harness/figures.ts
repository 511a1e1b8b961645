/** Says in the output of the tests what was measured, for whoever compares runs. */
export function figure(line: string): void {
  console.log(line)
}
