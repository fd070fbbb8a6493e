declare global {
  /** Responses to the page's own requests (`build/early-requests.mjs`), until they are taken. */
  var earlyResponses: Record<string, Promise<Response> | undefined> | undefined
}

/**
 * Returns the response to a request that the page made while its script loaded. Returns it once, because later calls need
 * current data.
 * @param method method of the request, because a change has the URL of what it changes
 * @param headers values of the headers in which two requests of the same URL can differ
 */
export function takeEarlyResponse(
  method: string,
  url: string,
  ...headers: string[]
): Promise<Response> | undefined {
  const key = [method, url, ...headers].join(' ')
  const response = globalThis.earlyResponses?.[key]
  if (response) delete globalThis.earlyResponses?.[key]
  return response
}
