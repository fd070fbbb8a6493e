/** The service worker shows push messages, and takes what other apps share with the installed app. */
export const WORKER = '/push-worker.js'
export const SCOPE = '/dashboard/'
