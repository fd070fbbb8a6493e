import type { Trade } from './trades.ts'
import type { TradeWeek } from './week.ts'
import * as care from './weeks/care.ts'
import * as food from './weeks/food.ts'
import * as home from './weeks/home.ts'
import * as offices from './weeks/offices.ts'
import * as shops from './weeks/shops.ts'

export const WEEKS: Record<Trade, TradeWeek> = { ...food, ...home, ...care, ...shops, ...offices }
