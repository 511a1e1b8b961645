/**
 * Calls back when the learner leaves the page: another app or tab is in front, or the page is closed. A phone may end a page in the
 * background without a further event.
 */
export function onLeave(callback: () => void): () => void {
  const onHide = () => {
    if (document.visibilityState === 'hidden') callback()
  }
  document.addEventListener('visibilitychange', onHide)
  addEventListener('pagehide', callback)
  return () => {
    document.removeEventListener('visibilitychange', onHide)
    removeEventListener('pagehide', callback)
  }
}
