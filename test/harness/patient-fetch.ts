const ATTEMPTS = 200
const PAUSE_MS = 500

/**
 * Sends a request again while the service is overloaded, as its document advises. On a busy machine any request may be
 * refused; tests of overload itself do not use this.
 */
export async function patientFetch(url: string, request: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, request)
    if (response.status !== 503 || attempt === ATTEMPTS) return response
    if (!(await response.clone().text()).includes('"OVERLOADED"')) return response
    await Bun.sleep(PAUSE_MS)
  }
}
