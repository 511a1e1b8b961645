/** Something that the player can mend, in a sentence. */
export class PlayError extends Error {
  override name = 'PlayError'
}
