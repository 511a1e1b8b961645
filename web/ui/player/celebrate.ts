/** Shows confetti, but not to users who prefer reduced motion. Its code is loaded on demand. */
export async function celebrate(): Promise<void> {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const loaded = await import('canvas-confetti').catch(() => undefined)
  if (!loaded) return
  const canvas = document.createElement('canvas')
  canvas.ariaHidden = 'true'
  Object.assign(canvas.style, {
    position: 'fixed',
    inset: '0',
    width: '100%',
    height: '100%',
    pointerEvents: 'none',
    zIndex: '60',
  })
  document.body.append(canvas)
  // The library would create a worker from a blob, which the content security policy forbids.
  const fire = loaded.default.create(canvas, { resize: true, useWorker: false })
  const colors = ['#5a3fe0', '#e39a00', '#07766a', '#a24fd8', '#ffc145']
  await Promise.all([
    fire({ particleCount: 70, angle: 60, spread: 70, origin: { x: 0, y: 0.7 }, colors }),
    fire({ particleCount: 70, angle: 120, spread: 70, origin: { x: 1, y: 0.7 }, colors }),
  ])
  canvas.remove()
}
