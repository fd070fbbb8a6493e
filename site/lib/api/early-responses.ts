declare global {
  /** Responses to the page's own requests (`build/early-requests.mjs`), until they are taken. */
  var earlyResponses: Record<string, Promise<Response> | undefined> | undefined
}

/**
 * Returns the response that the page requested while its script loaded, once; later calls must see later data.
 * @param headers values of the headers in which two requests of the same URL can differ
 */
export function takeEarlyResponse(url: string, ...headers: string[]): Promise<Response> | undefined {
  const key = [url, ...headers].join(' ')
  const response = globalThis.earlyResponses?.[key]
  if (response) delete globalThis.earlyResponses?.[key]
  return response
}
