/** To so many characters as people and the database count them, never half of one. */
export function truncateText(text: string, limit: number): string {
  const characters = [...text]
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join('')}…`
}
