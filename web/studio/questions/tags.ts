const MAX_TAGS = 20
const MAX_LENGTH = 40

/** The tags of a text in which commas separate them. */
export const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
]

/** Whether the service takes these tags. */
export function areTags(text: string): boolean {
  const tags = tagsOf(text)
  return (
    tags.length <= MAX_TAGS && tags.every((tag) => tag.length <= MAX_LENGTH && !/[;|[\]\\\p{Cc}]/u.test(tag))
  )
}
