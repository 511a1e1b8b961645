import type { Config } from '../config/config.ts'
import { log } from '../log.ts'
import { createFcm } from './fcm.ts'
import type { Push, PushSender } from './push.ts'
import { createWebPush } from './web-push.ts'

/** Sends where credentials are configured; otherwise logs the message. */
export function createPush({ fcm, webPush }: Config['push']): Push {
  return {
    fcm: fcm.account ? createFcm({ url: fcm.url, account: fcm.account }) : logInstead('FCM'),
    webPush: webPush.keys ? createWebPush({ ...webPush, ...webPush.keys }) : logInstead('Web Push'),
  }
}

function logInstead(carrier: string): PushSender {
  // Without the text: it may be personal, and logs are stored longer than an account.
  return async (_, { data }) => {
    log.info({ carrier, data }, 'push: no credentials; message logged, not sent')
    return { kind: 'logged' }
  }
}
