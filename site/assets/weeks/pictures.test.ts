import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'

import type { Trade } from '#shared/trades/trades.ts'
import { POSTS_A_WEEK, postsOf } from '#shared/trades/week.ts'
import { WEEKS } from '#shared/trades/weeks.ts'
import { drawPictures } from './pictures.ts'

const scene = (name: string) => readFileSync(`site/assets/scenes/${name}.svg`, 'utf8')
const SEASONS = ['summer', 'autumn', 'winter', 'spring']

test.each(Object.keys(WEEKS) as Trade[])(
  'draws a picture for each post of a week, for the trade %s',
  async trade => {
    const file = drawPictures(trade, scene)
    const names = [...file.matchAll(/<view id="(\w+)" viewBox="0 (\d+) 320 240"/g)]
    const kinds = postsOf(WEEKS[trade]).map(({ kind }) => kind)
    expect(kinds).toHaveLength(POSTS_A_WEEK - 1)
    expect(names.map(([, name]) => name)).toEqual(expect.arrayContaining([...kinds, ...SEASONS]))
    expect(file).not.toMatch(/undefined|NaN/)
    // Each view shows a drawing of its own.
    const { height } = await sharp(Buffer.from(file)).metadata()
    expect(height).toBe(names.length * 240)
    expect(Buffer.byteLength(Bun.gzipSync(file))).toBeLessThan(4096)
  },
)
