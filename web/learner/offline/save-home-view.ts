import { queryClient } from '../../ui/api/query-client.ts'
import { apiKey } from '../../ui/api/use-api.ts'
import { ENROLLED_COURSES } from '../today/home-reads.ts'
import { storeHomeView } from './home-view.ts'
import { OFFLINE_USER } from './offline-user.ts'
import { onLeave } from './on-leave.ts'
import { whenIdle } from './when-idle.ts'

/** After the last response: by then the screen shows it. */
const SAVE_AFTER_MS = 1_000
/** Until then, each complete view is saved as soon as the browser has rendered it and has time: the visit may be short. */
const EARLY_AFTER_MS = 200
const EARLY_WITHIN_MS = 500
const MAX_LENGTH = 300_000

/** Saves what Today shows whenever it changes, until the user signs out. The service worker shows it on the next visit. */
export function startSavingHomeView(userId: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isEarly = true
  let cancelEarly: (() => void) | undefined
  const save = () => {
    // Without space the next visit starts with the logo.
    if (localStorage.getItem(OFFLINE_USER) === userId) void saveView().catch(() => undefined)
  }
  const saveChanges = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    isEarly = false
    save()
  }
  const schedule = () => {
    clearTimeout(timer)
    timer = setTimeout(saveChanges, SAVE_AFTER_MS)
    if (!isEarly || queryClient.isFetching() > 0) return
    cancelEarly?.()
    cancelEarly = after(EARLY_AFTER_MS, () => whenIdle(save, EARLY_WITHIN_MS))
  }
  const stopCache = queryClient.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') schedule()
  })
  const stopLeave = onLeave(saveChanges)
  schedule()
  return () => {
    clearTimeout(timer)
    cancelEarly?.()
    stopCache()
    stopLeave()
  }
}

/** Starts something later. Returns what cancels it, before and after its start. */
function after(ms: number, start: () => () => void): () => void {
  let cancel: (() => void) | undefined
  const timer = setTimeout(() => {
    cancel = start()
  }, ms)
  return () => {
    clearTimeout(timer)
    cancel?.()
  }
}

async function saveView(): Promise<void> {
  const root = document.getElementById('root')
  const hasCourses = queryClient.getQueryData(apiKey('GET /user-courses', ENROLLED_COURSES)) !== undefined
  if (location.pathname !== '/' || !hasCourses || !root?.querySelector('main h1')) return
  const copy = root.cloneNode(true) as HTMLElement
  // The application renders messages and offers later than the screen, and finds a tap by its position.
  for (const element of copy.querySelectorAll('[data-momentary]')) element.remove()
  // The policy of the page allows no style attributes in HTML.
  for (const element of copy.querySelectorAll('[style]')) element.removeAttribute('style')
  const html = copy.innerHTML
  if (html.length > MAX_LENGTH) return
  const { lang: language, dir: direction, dataset } = document.documentElement
  const build = document.querySelector<HTMLMetaElement>('meta[name="lyceum-build"]')?.content ?? ''
  await storeHomeView({ build, language, direction, theme: dataset.theme, html, savedAt: Date.now() })
}
