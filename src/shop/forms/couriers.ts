// The couriers that the shop knows, and their tracking pages. For any other courier the owner enters the page. Couriers
// change their pages; if none can be opened with the tracking number in its URL, the number is typed on the page.

interface Courier {
  name: string;
  /** Its other names, as `plain` normalises them. */
  aliases?: readonly string[];
  page: (number: string) => string;
}

const couriers: readonly Courier[] = [
  { name: 'DTDC', page: () => 'https://www.dtdc.com/track-your-shipment/' },
  {
    name: 'India Post',
    aliases: ['speedpost', 'indiaspeedpost', 'indianpost'],
    page: () => 'https://www.indiapost.gov.in/',
  },
  { name: 'Delhivery', page: (number) => `https://www.delhivery.com/track-v2/package/${number}` },
  {
    name: 'Blue Dart',
    page: (number) =>
      `https://www.bluedart.com/web/guest/trackdartresultthirdparty?trackFor=0&trackNo=${number}`,
  },
  {
    name: 'XpressBees',
    page: (number) => `https://www.xpressbees.com/shipment/tracking?awbNo=${number}`,
  },
  {
    name: 'ST Courier',
    aliases: ['st'],
    page: () => 'https://stcourier.com/track/shipment',
  },
  {
    name: 'Professional Couriers',
    aliases: ['professionalcourier', 'professional', 'theprofessionalcouriers', 'tpc'],
    page: () => 'https://www.tpcindia.com/',
  },
];

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z\d]/g, '');

function findCourier(name: string): Courier | undefined {
  const wanted = plain(name);
  return couriers.find((each) => plain(each.name) === wanted || each.aliases?.includes(wanted));
}

/** Returns the name as the courier writes it: 'DTDC' for 'dtdc'. An unknown name stays as it is. */
export function courierName(name: string): string {
  return findCourier(name)?.name ?? name;
}

/** Returns the courier's page for a parcel; undefined for an unknown courier. */
export function trackingPage(courier: string, trackingNumber: string): string | undefined {
  return findCourier(courier)?.page(encodeURIComponent(trackingNumber));
}
