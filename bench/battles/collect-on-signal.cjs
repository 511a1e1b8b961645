// Loaded into the measured processes, so that memory is read without garbage.
process.on('SIGHUP', () => (globalThis.Bun ? globalThis.Bun.gc(true) : globalThis.gc()))
