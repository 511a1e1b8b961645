/** Truncates to a number of code points, as PostgreSQL counts them, without splitting one. */
export function truncateText(text: string, limit: number): string {
  const characters = [...text]
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join('')}…`
}
