/** As the service: web, mail, and relative targets. Other schemes could run a script. */
const SAFE_TARGET =
  /^(?:https?:\/\/[^\s<>"'`\\]+|mailto:[^\s<>"'`\\]+|(?!\/\/)[\w./%-]*(?:[?#][^\s<>"'`\\]*)?)$/i

export function isSafeTarget(target: string): boolean {
  return SAFE_TARGET.test(target)
}

/** The address of a file of this service without its host, or undefined: the page may load no picture of other hosts. */
export function ownPicture(target: string): string | undefined {
  return /^(?:https?:\/\/[^/]+)?(\/files\/[\w./%-]+)$/i.exec(target)?.[1]
}
