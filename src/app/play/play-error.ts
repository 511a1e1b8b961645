/** Its message explains to the player what to change. */
export class PlayError extends Error {
  override name = 'PlayError'
}
