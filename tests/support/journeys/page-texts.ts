// The expected texts of the product pages of the specification, in full. Change them together with the catalogue.
export interface PageTexts {
  description: string;
  /** In the band of pictures. */
  line: string;
  /** The points under each title. */
  sections: Record<string, readonly string[]>;
  faqs: readonly (readonly [question: string, answer: string])[];
  /** The length and the price of each version. */
  versions?: Record<string, string>;
}

const garlandDelivery = [
  'Prepared by hand in 2-3 days',
  'Dispatched within 24 hours after that',
  'Tracking details follow once it is on its way',
  'Delivered in 2-5 business days across India',
];
const comboDelivery = garlandDelivery.with(3, 'Delivered in 2-4 days across India');
const withinDays = 'Best enjoyed within 3-5 days';
const arrival =
  'It is made in 2-3 days, dispatched within 24 hours after that and delivered in 2-5 business days across India.';
const chocolates =
  'Dairy Milk, 5 Star, Munch, Milkybar or KitKat. For any other, contact us before you order.';

export const pageTexts: Readonly<Record<string, PageTexts>> = {
  '/dairymilkgarland': {
    description:
      'About 50 Dairy Milk bars on one beaded string, finished with a pleated gold rosette and a foil heart.',
    line: 'Wear it for the photos, then share it.',
    sections: {
      'Magical Features': [
        'About 50 chocolates, strung by hand',
        '3.5 feet for adults, 1.5 feet for kids',
        'Beads, a bow and a pleated rosette',
        'Your colours and favourite chocolates on request',
      ],
      'Delivery Magic': [...garlandDelivery, withinDays],
      'Perfect Celebrations': [
        'Weddings and engagements',
        'Birthdays, from the first to the sixtieth',
        'Farewells, retirements and felicitations',
        'Baby showers and anniversaries',
      ],
    },
    faqs: [
      [
        'How many chocolates are in one garland?',
        'About 50. Each garland is made by hand, so yours may have one bar more or less.',
      ],
      [
        'Which version should I order?',
        'Adult is about 3.5 feet long and Kids about 1.5 feet. Choose by who will wear it, not by who will eat it.',
      ],
      [
        'Can I pick other chocolates or colours?',
        'Yes. Tap ‘Chat with us’ and tell us the chocolates and colours you like before you order.',
      ],
      [
        'When should I order for a function?',
        'We make it in 2-3 days and dispatch it within 24 hours after that; delivery takes 2-5 business days. Tell us the date on chat, and we will help you time it so that it arrives fresh.',
      ],
      [
        'How long do the chocolates stay good?',
        'They are best enjoyed within 3-5 days. Until the function, keep the garland in a cool, dry place, away from the sun.',
      ],
    ],
    versions: { Adult: '3.5 feet · ₹999', Kids: '1.5 feet · ₹799' },
  },
  '/fivestargarland': {
    description:
      'About 50 Fivestar bars in golden yellow, tied with a crimson bow and finished with a star rosette.',
    line: 'For whoever is getting the applause today.',
    sections: {
      'Magical Features': [
        'About 50 chocolates, strung by hand',
        '3.5 feet for adults, 1.5 feet for kids',
        'A crimson bow and a gold star rosette',
        'Your colours and favourite chocolates on request',
      ],
      'Delivery Magic': [...garlandDelivery, withinDays],
      'Perfect Celebrations': [
        'Prize days and exam results',
        'Birthdays of big and small stars',
        'Promotions, farewells and felicitations',
        'Sangeet and mehendi evenings',
      ],
    },
    faqs: [
      [
        'Is the whole garland Fivestar?',
        'Yes, about 50 Fivestar chocolates. If you would like a mix, ask us on chat before you order.',
      ],
      [
        'How do Adult and Kids differ?',
        'In length: Adult is about 3.5 feet, Kids about 1.5 feet. The last picture in the gallery shows both as they are worn.',
      ],
      [
        'Can you match the colours of our function?',
        'Gladly. Tap ‘Chat with us’ with your colours, and we will tell you what we can do before you pay.',
      ],
      ['How soon will it reach me?', arrival],
      [
        'How should I store it?',
        'In a cool, dry place, away from the sun. The chocolates are best enjoyed within 3-5 days.',
      ],
    ],
    versions: { Adult: '3.5 feet · ₹999', Kids: '1.5 feet · ₹799' },
  },
  '/kitkatgarland': {
    description:
      'About 50 KitKat bars in red and white, with play currency notes folded into rosettes between them.',
    line: 'Good wishes, sweets and a blessing on one string.',
    sections: {
      'Magical Features': [
        'About 50 chocolates, strung by hand',
        'Play notes folded into rosettes',
        '3.5 feet for adults, 1.5 feet for kids',
        'Your notes, colours and chocolates on request',
      ],
      'Delivery Magic': [...garlandDelivery, withinDays],
      'Perfect Celebrations': [
        'Welcoming the groom and the baraat',
        'Engagements, weddings and anniversaries',
        'Housewarmings and new beginnings',
        'Birthdays that deserve a little extra',
      ],
    },
    faqs: [
      [
        'Does this garland have both chocolates and notes?',
        'Yes: about 50 chocolates, with play notes folded into rosettes between them.',
      ],
      [
        'Can I choose the currency notes?',
        'Yes, play notes are part of our customisation. Tap ‘Chat with us’ before you order and tell us which ones you have in mind; we will confirm what is possible and what it costs. Real notes are not for stapling, stringing or showering, which spoils them: if you would like to give some, put them in an envelope beside the garland.',
      ],
      ['What are the sizes?', 'Adult is about 3.5 feet long, Kids about 1.5 feet.'],
      [
        'How early should I order for a wedding?',
        'We make it in 2-3 days and dispatch it within 24 hours after that; delivery takes 2-5 business days. Tell us the wedding date on chat, and we will help you time it so that the chocolates arrive fresh.',
      ],
      [
        'How long will it keep?',
        'The chocolates are best enjoyed within 3-5 days, kept in a cool, dry place. The notes keep a good deal longer.',
      ],
    ],
    versions: { Adult: '3.5 feet · ₹1,199', Kids: '1.5 feet · ₹799' },
  },
  '/chocolatebouquet': {
    description:
      'Wrapped bars, gold truffles and red foil hearts, tied by hand in blush tissue with a red bow.',
    line: 'It needs no water, and it tastes better than flowers.',
    sections: {
      Features: [
        'Tied by hand with a red bow',
        'Your choice of chocolate',
        'Gold truffles, red hearts and pearls among the bars',
        'Stays good for 1-2 months, if it lasts that long',
      ],
      'Delivery & Packaging Info': [...garlandDelivery, 'Stays good for 1-2 months'],
      'Occasion Ideas': [
        'Anniversaries and proposals',
        'Birthdays and Valentine’s Day',
        'A thank you to a teacher or a nurse',
        'For saying sorry when words are not enough',
      ],
    },
    faqs: [
      ['Which chocolates can I choose?', chocolates],
      [
        'How long does the bouquet stay good?',
        '1-2 months, kept in a cool, dry place away from the sun.',
      ],
      ['When will it arrive?', arrival],
      [
        'Can I choose the colour of the wrapping?',
        'Tap ‘Chat with us’ and tell us the colours you like. We will confirm before you order.',
      ],
    ],
  },
  '/chocolatecrown': {
    description:
      'Wrapped bars standing in a ring, topped with foil truffles, pearls and a heart in ruby red.',
    line: 'For a few hours everyone will call you Your Highness.',
    sections: {
      Features: [
        'Built by hand, bar by bar',
        'Your choice of chocolate',
        'Foil truffles, a pearl band and a red heart',
        'Colours to match the party, on request',
      ],
      'Delivery & Packaging Info': [...garlandDelivery, withinDays],
      'Occasion Ideas': [
        'Birthdays of kings and queens of any age',
        'Bride-to-be and baby showers',
        'Prize days and school functions',
        'A surprise for the one who runs the house',
      ],
    },
    faqs: [
      [
        'Can it really be worn?',
        'For the photos, yes. It is made of chocolate, so we would not dance in it for long.',
      ],
      ['Which chocolates can I choose?', chocolates],
      ['When will it arrive?', arrival],
      [
        'How long do the chocolates stay good?',
        'They are best enjoyed within 3-5 days. Keep the crown cool and dry, out of the sun.',
      ],
      [
        'Can I ask for other colours?',
        'Yes. Tap ‘Chat with us’ and tell us the colours of your party.',
      ],
    ],
  },
  '/sandlegarland': {
    description:
      'Ivory and brown curls shaped into roses, ringed with gold thread and red beads, and finished with a tasselled pendant.',
    line: 'It says welcome before anyone speaks.',
    sections: {
      Features: [
        'Made by hand, rose by rose',
        'Gold thread, red beads and a tasselled pendant',
        'At home in a doorway and on a stage',
        'Your own colours on request',
      ],
      'Delivery & Packaging Info': garlandDelivery,
      'Occasion Ideas': [
        'Welcoming guests and speakers',
        'Honouring teachers and elders',
        'Inaugurations and felicitations',
        'Poojas and family functions',
      ],
    },
    faqs: [
      [
        'Can I order several for a function?',
        'Yes, set the quantity you need. For a large function, ask us on chat first, so that we can plan ahead.',
      ],
      ['How soon will it reach me?', arrival],
      [
        'Can it be customised?',
        'Tap ‘Chat with us’ and tell us your colours. We will tell you honestly what we can do.',
      ],
      [
        'Are there chocolates in this garland?',
        'No, it is not for eating. For something sweet, see our chocolate garlands.',
      ],
    ],
  },
  '/weddingcombo': {
    description:
      'Two chocolate garlands, one for the bride, one for the groom, on a bed of foil truffles in a red and gold box with a golden bow.',
    line: 'A varmala with dessert included.',
    sections: {
      Features: [
        'Two handmade chocolate garlands',
        'Foil truffles in a red and gold gift box',
        'Your choice of chocolate',
        'Colours and play notes to match the wedding, on request',
      ],
      'Delivery Info': [...comboDelivery, withinDays],
      'Occasion Ideas': [
        'The exchange of garlands',
        'Engagements and receptions',
        'Anniversaries, to do it all over again',
        'A gift for the couple from their friends',
      ],
    },
    faqs: [
      [
        'What is in the box?',
        'Two chocolate garlands and foil truffles, packed in a red and gold gift box with a bow.',
      ],
      ['Which chocolates can I choose?', chocolates],
      [
        'How early should I order?',
        'We make it in 2-3 days and dispatch it within 24 hours after that; delivery takes 2-4 days across India. A little over a week ahead is just right: in time, and still fresh.',
      ],
      [
        'How long do the chocolates stay good?',
        'They are best enjoyed within 3-5 days. Keep the box in a cool, dry place.',
      ],
    ],
  },
  '/birthdaycombo': {
    description:
      'A small chocolate garland, a chocolate crown and foil truffles in a pink and teal box.',
    line: 'All it needs is the birthday star.',
    sections: {
      Features: [
        'A chocolate garland and a chocolate crown',
        'Foil truffles in a pink and teal gift box',
        'Your choice of chocolate',
        'Colours to match the party, on request',
      ],
      'Delivery Info': [...comboDelivery, withinDays],
      'Occasion Ideas': [
        'First birthdays and milestone birthdays',
        'Parties at home or at school',
        'A surprise sent across the country',
        'Half-birthdays, for those who cannot wait',
      ],
    },
    faqs: [
      [
        'What is in the box?',
        'A small chocolate garland, a chocolate crown and foil truffles, packed in a pink and teal gift box.',
      ],
      ['Which chocolates can I choose?', chocolates],
      [
        'Will it reach in time for the birthday?',
        'We make it in 2-3 days and dispatch it within 24 hours after that; delivery takes 2-4 days across India. A little over a week ahead is just right: in time, and still fresh.',
      ],
      [
        'How long do the chocolates stay good?',
        'They are best enjoyed within 3-5 days. Keep the box in a cool, dry place.',
      ],
    ],
  },
  '/prod': {
    description:
      'A garland of about 50 Dairy Milk bars, strung by hand with beads, a bow and a pleated rosette, for the star of the day.',
    line: 'Worn by one, shared by all.',
    sections: {
      'Product Details': [
        'About 50 chocolates on one string',
        'Adult: about 3.5 feet long',
        'Kid: about 1.5 feet long',
        'Wrapped bars, best enjoyed within 3-5 days',
      ],
      Features: [
        'Strung by hand, made after you order',
        'For adults and for kids',
        'Beads, a bow and a pleated rosette',
        'Your colours and favourite chocolates on request',
      ],
      'Delivery Info': [...garlandDelivery, withinDays],
      'Occasion Ideas': [
        'Birthdays and first days of school',
        'Weddings and engagements',
        'Farewells and felicitations',
        'Because it is Tuesday',
      ],
    },
    faqs: [
      [
        'What is the difference between Adult and Kid?',
        'The length: Adult is about 3.5 feet long, Kid about 1.5 feet.',
      ],
      [
        'How do I use a discount code?',
        'Type it into the box and press Apply. If you switch between Adult and Kid, apply it again.',
      ],
      ['When will my garland arrive?', arrival],
      [
        'Can it be customised?',
        'Yes. Tap ‘Chat with us’ and tell us your favourite chocolates and colours before you order.',
      ],
      [
        'How long does it stay fresh?',
        'The chocolates are best enjoyed within 3-5 days. Keep the garland in a cool, dry place.',
      ],
    ],
  },
};
