/** The content encodings that a client accepts, in lower case. */
export function acceptedEncodings(request: Request): Set<string> {
  const header = request.headers.get('accept-encoding') ?? ''
  const offers = header.split(',').map((offer) => offer.trim().toLowerCase())
  return new Set(
    offers.filter((offer) => !/;\s*q=0(\.0*)?$/.test(offer)).map((offer) => offer.split(';')[0]!.trim()),
  )
}
