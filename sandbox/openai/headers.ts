export const requestHeaders = (): Record<string, string> => ({
  'openai-version': '2020-10-01',
  'openai-processing-ms': '12',
  'x-request-id': `req_${crypto.randomUUID().replaceAll('-', '')}`,
})
