import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'bun:test'

import { testApp } from '#api/test/app.ts'

const described = async () => {
  const { app, request } = await testApp()
  const specs = (await (await request('openapi.json')).json()) as Record<string, any>
  return { app, specs }
}

test('generates valid OpenAPI', async () => {
  const { specs } = await described()
  expect(await new Validator().validate(specs)).toMatchObject({ valid: true })
})

test('describes every route of the api', async () => {
  const { app, specs } = await described()
  const routes = app.routes
    .filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*'))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`)
  const named = Object.entries<object>(specs.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(method => `${method.toUpperCase()} ${path}`),
  )
  expect(new Set(named)).toEqual(new Set(routes))
})

test('describes required fields and their limits', async () => {
  const { specs } = await described()
  const body = (path: string) => specs.paths[path].post.requestBody.content['application/json'].schema
  expect(body('/api/users/saveUserDomain')).toMatchObject({
    required: ['businessName'],
    properties: { businessName: { type: 'string', minLength: 1, maxLength: 100 } },
  })
  expect(body('/api/users/register').required).toEqual([
    'fullname',
    'email',
    'password',
    'confirmPassword',
    'agreeToTerms',
  ])
})

test('renders each call on a page without scripts', async () => {
  const { request } = await testApp()
  const page = await request('docs')
  expect(page.headers.get('Content-Type')).toContain('text/html')
  expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  const html = await page.text()
  expect(html).toContain('/api/users/saveUserDomain')
  for (const field of ['campaignObjective', 'extraFeatures']) expect(html).toContain(field)
  expect(html).not.toContain('<script')
})
