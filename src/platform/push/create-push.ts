import type { Config } from '../config/config.ts'
import { log } from '../log.ts'
import { createFcm } from './fcm.ts'
import type { Push, PushSender } from './push.ts'
import { createWebPush } from './web-push.ts'

/** What there are credentials for is sent; the rest goes to the log, and says so. */
export function createPush({ fcm, webPush }: Config['push']): Push {
  return {
    fcm: fcm.account ? createFcm({ url: fcm.url, account: fcm.account }) : logInstead('FCM'),
    webPush: webPush.keys ? createWebPush({ ...webPush, ...webPush.keys }) : logInstead('Web Push'),
  }
}

function logInstead(carrier: string): PushSender {
  // Without its words: they may be about somebody, and a log is kept for longer than an account.
  return async (_, { data }) => {
    log.info({ carrier, data }, 'push: no credentials; message logged, not sent')
    return { kind: 'logged' }
  }
}
