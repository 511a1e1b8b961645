/** Prints what a check found, and ends the process: with 1 if there is something. */
export function reportFindings(
  found: string[],
  fine: string,
  summary = `${found.length} violations.`,
): never {
  for (const finding of found) console.error(finding)
  console.log(found.length === 0 ? fine : summary)
  process.exit(found.length === 0 ? 0 : 1)
}
