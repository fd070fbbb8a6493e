import { atom, onMount } from 'nanostores'

import { PushSubscription as PushForm } from '#shared/notifications/push.ts'
import { checkForm } from '#site/forms/form-store.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'
import { SCOPE, WORKER } from './worker.ts'

/** `blocked`: the user has blocked notifications in the browser. */
export type DevicePush = 'unknown' | 'unsupported' | 'blocked' | 'off' | 'on'

/** Removed at sign-out, because the next user of this browser hasn't asked for push messages. */
const KEY = 'push'

export const $devicePush = atom<DevicePush>('unknown')

onMount($devicePush, () => void detect())

const isSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

const subscriptionHere = async () =>
  (await navigator.serviceWorker.getRegistration(SCOPE))?.pushManager.getSubscription()

async function detect() {
  if (!isSupported()) return $devicePush.set('unsupported')
  if (Notification.permission === 'denied') return $devicePush.set('blocked')
  const wanted = localStorage.getItem(KEY) === 'on' && Notification.permission === 'granted'
  $devicePush.set(wanted && (await subscriptionHere()) ? 'on' : 'off')
}

export async function turnOnPush() {
  try {
    if ((await Notification.requestPermission()) !== 'granted') return await detect()
    const { publicKey } = await bodyOf(api.push.key.$get())
    await navigator.serviceWorker.register(WORKER, { scope: SCOPE })
    const { pushManager } = (await navigator.serviceWorker.getRegistration(SCOPE))!
    // A subscription made with another installation's key is useless.
    await (await pushManager.getSubscription())?.unsubscribe()
    await register(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
    localStorage.setItem(KEY, 'on')
    $devicePush.set('on')
  } catch (error) {
    toast('error', messageOf(error, 'This browser’s push service can’t be reached. Try again later.'))
    await detect()
  }
}

export async function turnOffPush() {
  await withErrorToast('That didn’t work. Try again.', async () => {
    const subscription = await subscriptionHere()
    if (subscription) {
      await api.push.subscriptions.$delete({ json: { endpoint: subscription.endpoint } })
      await subscription.unsubscribe()
    }
    localStorage.removeItem(KEY)
    $devicePush.set('off')
  })
}

/** Registers the subscription again, because browsers change its URL at times. */
export async function savePushSubscription() {
  if (!isSupported() || localStorage.getItem(KEY) !== 'on') return
  const subscription = await subscriptionHere()
  if (subscription) await register(subscription)
}

async function register(subscription: PushSubscription) {
  const checked = checkForm(PushForm, subscription.toJSON())
  if (!checked.ok) throw new Error('The browser gave a subscription without keys')
  await api.push.subscriptions.$post({ json: checked.value })
}
