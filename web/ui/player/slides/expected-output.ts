import type { RunOutput } from '../../runner/protocol.ts'

/** Whether the output is the expected one: the printed lines, or the rows with ` | ` between their cells. */
export function isExpected(outputs: RunOutput[], expected: string): boolean {
  return normalized(outputs.map(textOf).join('\n')) === normalized(expected)
}

function textOf(output: RunOutput): string {
  switch (output.type) {
    case 'table':
      return output.rows.map((row) => row.join(' | ')).join('\n')
    case 'cut':
      return '…'
    default:
      return output.text
  }
}

/** Spaces at the end of a line and empty lines do not matter. */
function normalized(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n')
}
