/** English words that seven-year-olds can read and type: three to eight ASCII letters, nothing sad, rude or about bodies or skin. */
export const english = `
  anchor ant apple autumn bag ball banana basket beach bean bear bed bee berry bike birch biscuit blanket blue boat
  book boot bottle bowl box brave bread bridge bright brush bus butter button cabin cake camel candle car carpet
  carrot castle chair cheese cherry circle class clever clock cloud clover coat cocoa comb cookie cool corn crab
  crayon cup daisy dance deer doll door drum duck eagle egg evening fern field fish flag flute forest fork frog funny
  game garden gentle glove goat gold goose grape grass green guitar hamster happy hat hawk hill honey horse house ice
  island jacket jam juice kettle kind kite kitten koala lake lamb lamp leaf lemon lesson letter lily lion lizard mango
  map maple meadow melon milk mirror mole moon moose morning moss moth mountain mouse muffin mug night number oak
  ocean onion orange otter oven page paint panda paper parrot pasta path peach pear pencil piano pillow pine pink
  pizza plane plate plum pocket pony potato puppy purple puzzle quick quiet rabbit rain rainbow red rice river road
  robin robot rocket rose ruler sail salad salt scarf school seal seed sheep shelf shiny ship shirt shoe silver sky
  smooth snail snow soap sock soft song soup spoon spring square star storm story sugar summer sun sunny swan table
  tea tent tiger toast today tomato towel tower train tree truck tulip turtle valley violin warm water wheel wind
  window windy winter wolf zebra
`;
