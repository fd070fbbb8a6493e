import type { MediaItem } from '#shared/media/media.ts'
import { $session, authorization, failedResponse } from '../session.ts'
import { ApiError, UNREACHABLE } from './error.ts'
import { shownDomainHeader } from './shown-domain.ts'
import { apiUrl } from './url.ts'

export type UploadOptions = {
  /** Receives 0 to 1 as bytes leave the browser. */
  onProgress?: (fraction: number) => void
  signal?: AbortSignal
  headers?: Record<string, string>
}

/** Uploads a picture or video, which is converted afterwards if it has to be. @throws like `upload` */
export async function uploadMedia(file: File, options: UploadOptions): Promise<MediaItem> {
  const form = new FormData()
  form.append('media', file, file.name)
  const headers = { ...options.headers, Prefer: 'respond-async' }
  return (await upload<{ data: MediaItem }>('/api/media', form, { ...options, headers })).data
}

/**
 * Posts a form with files, by XMLHttpRequest because fetch doesn't report upload progress.
 * @throws {ApiError} or the signal's reason when aborted
 */
export function upload<Answer>(path: string, form: FormData, options: UploadOptions = {}): Promise<Answer> {
  const { onProgress, signal, headers = {} } = options
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const session = $session.get()
    const request = new XMLHttpRequest()
    request.open('POST', apiUrl(path))
    request.withCredentials = true
    const allHeaders = { ...authorization(session), ...shownDomainHeader(), ...headers }
    for (const [name, value] of Object.entries(allHeaders)) request.setRequestHeader(name, value)
    request.upload.onprogress = event => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    }
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText) as Answer)
      else reject(failedResponse(request.responseText, request.status, session))
    }
    request.onerror = () => reject(new ApiError('network', UNREACHABLE))
    request.onabort = () => reject(signal?.reason)
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
