/** The service worker shows push messages, and receives content that other apps share with the installed app. */
export const WORKER = '/push-worker.js'
export const SCOPE = '/dashboard/'
