import type { TradeWeek } from '#shared/trades/week.ts'

export const florist: TradeWeek = {
  times: 'on market mornings, in the lunch break, and on Friday before the weekend',
  posts: {
    'Tue 07:00 behind':
      'Straight from the market this morning, still in its paper. Which bunch would you take home from {business}?',
    'Wed 12:15 tip':
      'Cut the stems at a slant, change the water every second day, and keep flowers away from the fruit bowl. That’s three more days.',
    'Thu 17:30 question':
      'Who in {suburb} deserves flowers for no reason at all? Tell us why. We’d like to hear it.',
    'Sun 10:00 review':
      'Did somebody’s face light up when they opened the door? Tell Google, and put the photo in. It helps the next bunch find its door.',
  },
  event: {
    at: 'Fri 11:00',
    summer:
      'In this heat, flowers want shade and a deep vase. Ask {business} which ones shrug it off: natives do.',
    autumn:
      'Dahlias, chrysanthemums, leaves that turn: autumn has the best colours of the year. Which one is yours?',
    winter:
      'Nothing’s growing outside? Then something should be inside. {business} knows what lasts longest near a heater.',
    spring:
      'Everything’s out at once. Tell {business} a colour and a budget, and let spring choose the rest.',
  },
  crowd: 'gift',
}

export const nursery: TradeWeek = {
  times: 'early in the week, and before a weekend in the garden',
  posts: {
    'Tue 07:30 behind': 'New trays at {business} this morning, labels still wet. What do you recognise?',
    'Wed 17:30 question':
      'What have you killed more than once? No shame. Tell us, and we’ll say what it needed.',
    'Thu 12:30 tip':
      'Water a plant in its pot before you put it in the ground, then fill the hole, let it drain, and plant. Dry roots in dry soil never catch up.',
    'Sun 09:00 review':
      'Did it survive? Show Google what your plant from {business} looks like now. It’s the best advice a gardener in {suburb} can get.',
  },
  event: {
    at: 'Fri 15:30',
    summer:
      'It’s too hot to plant and just right to plan. Shade cloth, mulch, deep water in the morning: ask {business} what helps most.',
    autumn:
      'Warm soil, cool air: plant the hedge, the trees and next winter’s greens now. What’s going in at your place?',
    winter:
      'Bare roots, roses, citrus: winter is when to plant what you’d like to eat or smell later. Ask {business} where to start.',
    spring:
      'Tomatoes or not yet? Wait until the nights are mild, whatever the neighbour says. Ask {business} if this is the week.',
  },
  crowd: 'gift',
}

export const fashion: TradeWeek = {
  times: 'at lunch, in the evening on the couch, and on Saturday morning',
  posts: {
    'Mon 12:15 question': 'The same shirt two ways. Which one goes out in {suburb}: left or right?',
    'Wed 19:00 behind':
      'Unpacking at {business}. There’s always one piece that we’d rather not put on the rack. Can you guess which?',
    'Thu 12:30 tip':
      'Turn it inside out, wash it cold, dry it flat. Clothes wear out in the machine, not on you.',
    'Sat 09:30 offer':
      'Something to wear for something coming up? Send {business} the occasion and your size, and we’ll put a few things aside for you to try.',
  },
  event: {
    at: 'Fri 17:00',
    summer: 'Linen creases, and that’s the point. What do you live in when it’s hot?',
    autumn:
      'First morning for a jacket. Which one has been waiting since last year, and which one has had its day?',
    winter: 'Layers. One good coat over whatever you like. Ask {business} what goes under yours.',
    spring: 'Boots away, ankles out. What’s the first thing you wear when spring gets here?',
  },
  crowd: 'gift',
}

export const shop: TradeWeek = {
  times: 'in the lunch break, in the evening, and before people go out on Saturday',
  posts: {
    'Mon 12:00 behind':
      'Just out of the box at {business}, and it hasn’t got a shelf yet. Would you keep it or give it away?',
    'Wed 18:00 offer':
      'Somebody’s birthday coming up? Tell {business} their age and one thing they like. We’ll suggest three, and wrap the one you choose.',
    'Thu 12:30 question': 'This or that? We disagree at {business}, so you decide.',
    'Sat 09:00 review':
      'Found what you were after? A line on Google keeps a shop in {suburb} findable. Say what you bought: that’s what people search for.',
  },
  event: {
    at: 'Fri 16:30',
    summer:
      'Holidays: what does a rainy day, a long drive or a quiet week at home call for? Ask us. We’ve thought about it.',
    autumn: 'The evenings get longer, and so does the list of things to do inside. What’s keeping you busy?',
    winter: 'Come in out of the cold. Looking is allowed at {business}, and it’s warmer than the footpath.',
    spring: 'New season, new window. What should we put in ours at {business}? Best idea goes up.',
  },
  crowd: 'gift',
}

export const photographer: TradeWeek = {
  times: 'at lunch, in the evening, and on Sunday, when people plan',
  posts: {
    'Tue 12:15 tip':
      'Stand people with the window in front of them, not behind. Turn the ceiling light off. That’s half of it, and you can do it with a phone.',
    'Wed 19:00 behind':
      'What you saw: one calm photo. What happened at {business}: nine people, a ladder, and a dog that had other plans.',
    'Thu 17:00 question': 'Which photo would you save first? Not the best one. The one. Tell us about it.',
    'Sun 17:00 review':
      'Is one of our photos on your wall? Put it in a Google review. It shows people in {suburb} what {business} does better than a gallery.',
  },
  event: {
    at: 'Fri 16:30',
    summer: 'Noon is too bright. The hour before sunset does the work for you. Where would you stand?',
    autumn:
      'Low sun, soft light, leaves on the ground: it’s the month for it. Who should be in a picture before the year’s over?',
    winter:
      'Grey sky? That’s the largest soft light there is, and it’s free. Ask {business} about portraits in winter.',
    spring:
      'Blossom lasts about ten days. If you want a picture with it, message {business} now rather than next week.',
  },
  crowd: 'treat',
}

export const stay: TradeWeek = {
  times: 'at lunch on Monday, when people dream of leaving, and in the evening',
  posts: {
    'Mon 12:15 question':
      'Close your laptop for a second: sea, bush or main street with a bakery? Where would you go today?',
    'Wed 19:30 behind':
      'Fresh sheets, windows open, kettle filled. This is {business} an hour before somebody arrives.',
    'Thu 18:00 tip':
      'What we tell every guest: ask a local for the second-best place. The best one has a queue. We know a few in {suburb}.',
    'Sun 16:00 review':
      'Stayed with us? Tell Google what you did, not only where you slept. It’s how the next guest chooses {business}.',
  },
  event: {
    at: 'Fri 11:30',
    summer: 'Summer days are long. What’s your perfect one: early swim, late lunch, or neither of you moves?',
    autumn:
      'Fewer people, softer light, a table wherever you like. Locals will tell you that autumn is the time to come.',
    winter:
      'Rain on the roof, nowhere to be. Winter at {business} is for books you’ve been carrying around for a year.',
    spring: 'Everything’s green, and the mornings are yours. When did you last get away in spring?',
  },
  crowd: 'away',
}
