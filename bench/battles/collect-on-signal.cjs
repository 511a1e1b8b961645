// Loaded into the measured processes, so that memory is read without garbage.
process.on('SIGUSR2', () => (globalThis.Bun ? globalThis.Bun.gc(true) : globalThis.gc()))
