import { activateFiles, installFiles } from './app-files.ts'
import { openNotification, showPush } from './notifications.ts'
import { answerFile, answerPage, answerPicture, isAppPath } from './responses.ts'
import { sendFromWorker } from './send-from-worker.ts'
import type { WorkerScope } from './worker-types.ts'

/** Filled in by the build: its digest. */
declare const BUILD: string

/**
 * The service worker of the learner app. It stores the files of one build and answers pages, files and pictures of
 * courses. Requests to the API and to the session never pass through it.
 */
const worker = globalThis as unknown as WorkerScope

worker.addEventListener('install', (event) => event.waitUntil(installFiles()))
worker.addEventListener('activate', (event) => event.waitUntil(activateFiles(worker)))

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (request.mode === 'navigate') {
    if (isAppPath(pathname)) event.respondWith(answerPage(event))
  } else if (pathname.startsWith('/assets/')) event.respondWith(answerFile(event))
  else if (pathname.startsWith('/files/')) event.respondWith(answerPicture(request))
})

worker.addEventListener('message', (event) => {
  if (event.data?.type === 'activate') event.waitUntil(worker.skipWaiting())
  if (event.data?.type === 'build') event.ports[0]?.postMessage(BUILD)
})

worker.addEventListener('sync', (event) => {
  if (event.tag === 'outbox') event.waitUntil(sendFromWorker(worker))
})

worker.addEventListener('push', (event) => event.waitUntil(showPush(worker, event)))
worker.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(worker, event)))
