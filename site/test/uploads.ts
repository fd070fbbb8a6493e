type Serve = (url: string, init?: RequestInit) => Response | Promise<Response>

/** XMLHttpRequest for stores that run outside a browser: sends to an app, half of the bytes at a time. */
export function serveUploads(serve: Serve) {
  let isResponseLost = false
  let nextResponse: Response | undefined
  let sent = 0
  let held: Promise<void> | undefined

  class Upload {
    upload: { onprogress?: (event: object) => void } = {}
    status = 0
    responseText = ''
    withCredentials = false
    onload?: () => void
    onerror?: () => void
    onabort?: () => void
    #url = ''
    #headers = new Headers()
    #aborted = false

    open(_method: string, url: string) {
      this.#url = url
    }

    setRequestHeader(name: string, value: string) {
      this.#headers.set(name, value)
    }

    abort() {
      this.#aborted = true
      this.onabort?.()
    }

    send(body: FormData) {
      sent += 1
      void this.#transmit(body)
    }

    async #transmit(body: FormData) {
      await Promise.resolve()
      for (const loaded of [1, 2]) {
        if (!this.#aborted) this.upload.onprogress?.({ lengthComputable: true, loaded, total: 2 })
      }
      if (this.#aborted) return
      const replacement = nextResponse
      nextResponse = undefined
      const response =
        replacement ??
        (await serve(`http://currawong.test${this.#url}`, {
          method: 'POST',
          headers: this.#headers,
          body,
        }))
      this.status = response.status
      this.responseText = await response.text()
      await held
      const isLost = isResponseLost
      isResponseLost = false
      if (isLost) this.onerror?.()
      else this.onload?.()
    }
  }

  const real = globalThis.XMLHttpRequest
  globalThis.XMLHttpRequest = Upload as never
  return {
    loseNextResponse: () => void (isResponseLost = true),
    /** Responds to the next upload in place of the app. */
    respondNext: (next: Response) => void (nextResponse = next),
    countSent: () => sent,
    /** Delays the responses from now on. Returns the function that releases them. */
    holdResponses() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    undo: () => void (globalThis.XMLHttpRequest = real),
  }
}
