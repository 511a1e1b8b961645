/** Something that the player can mend, in a sentence. */
export class PlayFault extends Error {
  override name = 'PlayFault'
}
