declare module '*.ttf' {
  const path: string
  export default path
}

declare module 'wawoff2' {
  export function decompress(file: Uint8Array): Promise<Uint8Array>
}
