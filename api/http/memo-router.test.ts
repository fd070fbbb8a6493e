import { expect, test } from 'bun:test'
import { Hono } from 'hono'

import { MemoRouter } from './memo-router.ts'

test('prefers a fixed path to one with a parameter, on the first and on later requests', async () => {
  const app = new Hono({ router: new MemoRouter() })
    .use('/posts/*', async (c, next) => {
      c.header('X-Passed', c.req.path)
      await next()
    })
    .get('/posts/counts', c => c.text('counts'))
    .get('/posts/:id', c => c.text(`one ${c.req.param('id')}`))
    .post('/posts/counts', c => c.text('posted'))
  const request = async (path: string, method = 'GET') => {
    const response = await app.request(path, { method })
    return [await response.text(), response.headers.get('X-Passed')]
  }
  for (let turn = 0; turn < 3; turn++) {
    expect(await request('/posts/counts')).toEqual(['counts', '/posts/counts'])
    expect(await request('/posts/counts', 'POST')).toEqual(['posted', '/posts/counts'])
    expect(await request('/posts/a')).toEqual(['one a', '/posts/a'])
    expect(await request('/posts/b')).toEqual(['one b', '/posts/b'])
  }
})
