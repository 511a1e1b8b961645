import { showToast } from '../../ui/components/toast.tsx'
import { registerAgain } from '../push/web-push.ts'
import { router } from '../router.tsx'
import { registerWorker } from './app-worker.ts'
import { downloadCourses } from './download-courses.ts'
import { forgetUser } from './forget-user.ts'
import { OFFLINE_USER } from './offline-user.ts'
import { flushOutbox, outbox, readState } from './outbox.ts'
import { installReadThrough } from './read-through.ts'
import { startSavingHomeView } from './save-home-view.ts'
import { startSaving } from './save-responses.ts'

/** What is not needed on this visit, such as downloads, begins after this time. */
const NETWORK_AFTER_MS = 3_000

/** Starts what a signed-in user needs offline, and returns what ends it. */
export function startOffline(userId: string, syncedText: () => string): () => void {
  let isOver = false
  let stopSaving = () => {}
  let sending: Promise<void> | undefined
  const sendAll = async () => {
    const hadEvents = outbox.get().waiting > 0
    if ((await flushOutbox()) && hadEvents && !isOver) showToast(syncedText())
  }
  // The page and the service worker both notice that the browser is online again.
  const send = () => {
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
    return sending
  }
  const onReturn = () => {
    if (document.visibilityState === 'visible') void send()
  }
  const start = async () => {
    const known = localStorage.getItem(OFFLINE_USER)
    if (known !== null && known !== userId) await forgetUser()
    if (isOver) return
    localStorage.setItem(OFFLINE_USER, userId)
    installReadThrough()
    const stops = [startSaving(userId), startSavingHomeView(userId)]
    stopSaving = () => {
      for (const stop of stops) stop()
    }
    await readState()
    // With a worker this starts during the first view, which has the network for itself.
    if (navigator.onLine && navigator.serviceWorker?.controller) {
      void send()
      await new Promise((resolve) => setTimeout(resolve, NETWORK_AFTER_MS))
      if (isOver) return
    }
    // Messages of the worker are handled while the outbox is sent.
    const registering = startWorker(send)
    registering.catch(() => undefined)
    await send()
    await registering
    if (isOver || !navigator.onLine || savesData()) return
    await downloadCourses(userId)
    await registerAgain()
  }
  // None of it is needed while the connection is good; a failure is tried again on the next start.
  void start().catch(() => undefined)
  addEventListener('online', send)
  document.addEventListener('visibilitychange', onReturn)
  return () => {
    isOver = true
    stopSaving()
    removeEventListener('online', send)
    document.removeEventListener('visibilitychange', onReturn)
    void readState()
  }
}

let isRegistered = false

async function startWorker(send: () => Promise<void>): Promise<void> {
  if (isRegistered) return
  isRegistered = true
  await registerWorker(({ type, path }, answerTo) => {
    if (type === 'flush') void send()
    if (type === 'open' && path?.startsWith('/')) {
      router.history.push(path)
      answerTo?.postMessage('opened')
    }
  })
}

/** The learner asks the browser to use little data. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}
