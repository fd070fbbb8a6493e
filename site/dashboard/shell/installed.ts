import { SCOPE, WORKER } from '#site/dashboard/shared/worker.ts'

/** Registers the worker once the app is installed, so that it takes what other apps share. Returns the function that stops it. */
export function watchInstallation(): () => void {
  if (!('serviceWorker' in navigator)) return () => {}
  const register = () =>
    void navigator.serviceWorker.register(WORKER, { scope: SCOPE }).catch(() => undefined)
  if (matchMedia('(display-mode: standalone)').matches) register()
  addEventListener('appinstalled', register)
  return () => removeEventListener('appinstalled', register)
}
