"""The eight tables of TPC-H as Parquet: generate.py FOLDER SCALE

Keys, values and their distributions follow section 4.2 of the specification; texts are pieces of one pool of sentences, as its
own are, of fewer words. The same rows for the same scale: every column has a random generator of its own."""

import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

folder, scale = Path(sys.argv[1]), float(sys.argv[2])
rows_of = {"supplier": 10_000, "part": 200_000, "customer": 150_000, "orders": 1_500_000}
suppliers, parts, customers, orders = (max(10, round(n * scale)) for n in rows_of.values())
clerks = max(1, round(1_000 * scale))

day = lambda text: int(np.datetime64(text, "D").astype(int))
first_day, last_day, today = day("1992-01-01"), day("1998-12-31"), day("1995-06-17")

nations = [
    ("ALGERIA", 0), ("ARGENTINA", 1), ("BRAZIL", 1), ("CANADA", 1), ("EGYPT", 4), ("ETHIOPIA", 0), ("FRANCE", 3),
    ("GERMANY", 3), ("INDIA", 2), ("INDONESIA", 2), ("IRAN", 4), ("IRAQ", 4), ("JAPAN", 2), ("JORDAN", 4), ("KENYA", 0),
    ("MOROCCO", 0), ("MOZAMBIQUE", 0), ("PERU", 1), ("CHINA", 2), ("ROMANIA", 3), ("SAUDI ARABIA", 4), ("VIETNAM", 2),
    ("RUSSIA", 3), ("UNITED KINGDOM", 3), ("UNITED STATES", 1),
]  # fmt: skip
regions = ["AFRICA", "AMERICA", "ASIA", "EUROPE", "MIDDLE EAST"]
colours = """almond antique aquamarine azure beige bisque black blanched blue blush brown burlywood burnished chartreuse
chiffon chocolate coral cornflower cornsilk cream cyan dark deep dim dodger drab firebrick floral forest frosted gainsboro
ghost goldenrod green grey honeydew hot indian ivory khaki lace lavender lawn lemon light lime linen magenta maroon medium
metallic midnight mint misty moccasin navajo navy olive orange orchid pale papaya peach peru pink plum powder puff purple red
rose rosy royal saddle salmon sandy seashell sienna sky slate smoke snow spring steel tan thistle tomato turquoise violet
wheat white yellow""".split()
types = [
    f"{a} {b} {c}"
    for a in ("STANDARD", "SMALL", "MEDIUM", "LARGE", "ECONOMY", "PROMO")
    for b in ("ANODIZED", "BURNISHED", "PLATED", "POLISHED", "BRUSHED")
    for c in ("TIN", "NICKEL", "BRASS", "STEEL", "COPPER")
]
containers = [
    f"{a} {b}"
    for a in ("SM", "LG", "MED", "JUMBO", "WRAP")
    for b in ("CASE", "BOX", "BAG", "JAR", "PKG", "PACK", "CAN", "DRUM")
]
segments = ["AUTOMOBILE", "BUILDING", "FURNITURE", "MACHINERY", "HOUSEHOLD"]
priorities = ["1-URGENT", "2-HIGH", "3-MEDIUM", "4-NOT SPECIFIED", "5-LOW"]
instructions = ["DELIVER IN PERSON", "COLLECT COD", "NONE", "TAKE BACK RETURN"]
modes = ["REG AIR", "AIR", "RAIL", "SHIP", "TRUCK", "MAIL", "FOB"]
adverbs = "sometimes always never furiously slyly carefully blithely quickly fluffily slowly quietly ruthlessly".split()
adjectives = """special pending unusual express furious sly careful blithe quick fluffy slow quiet ruthless thin close dogged
daring brave stealthy permanent enticing idle busy regular final ironic even bold silent""".split()
nouns = """packages requests accounts deposits foxes ideas theodolites instructions dependencies excuses platelets asymptotes
courts dolphins multipliers sauternes warthogs frets dinos attainments somas braids hockeys""".split()
verbs = """sleep wake are cajole haggle nag use boost affix detect integrate maintain nod was lose sublate solve thrash
promise engage hinder print doze run dazzle snooze doubt unwind kindle play hang believe""".split()
prepositions = "about above according to across after against along among around at before between beyond by for".split()


def random(name):
    """A generator for one column."""
    return np.random.Generator(np.random.PCG64([int(byte) for byte in name.encode()]))


def sentences(count):
    pick = random("sentences")
    kinds = [adverbs, adjectives, nouns, verbs, prepositions, ["the"], adjectives, nouns]
    words = [pick.integers(0, len(kind), count) for kind in kinds]
    return ". ".join(" ".join(kind[at] for kind, at in zip(kinds, row)) for row in zip(*words))


pool = np.frombuffer(sentences(60_000).encode(), dtype=np.uint8)
letters = np.frombuffer(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ,", dtype=np.uint8)


def pieces(name, rows, least, most, source=pool):
    """Texts of a random length, cut out of the pool at random."""
    pick = random(name)
    lengths = pick.integers(least, most + 1, rows)
    starts = pick.integers(0, len(source) - most, rows)
    return cut(source, starts, lengths)


def cut(source, starts, lengths):
    chunks = []
    for at in range(0, len(starts), 500_000):
        some, wide = starts[at : at + 500_000], lengths[at : at + 500_000]
        ends = np.cumsum(wide)
        index = np.repeat(some - (ends - wide), wide) + np.arange(ends[-1])
        offsets = np.concatenate([[0], ends]).astype(np.int32)
        chunks.append(
            pa.Array.from_buffers(pa.string(), len(some), [None, pa.py_buffer(offsets), pa.py_buffer(source[index])])
        )
    return pa.chunked_array(chunks)


def addresses(name, rows):
    many = random(f"{name} letters").integers(0, len(letters), 1 << 20)
    return pieces(name, rows, 10, 40, letters[many])


def money(cents):
    """decimal(15,2) of whole cents."""
    words = np.empty((len(cents), 2), dtype=np.int64)
    words[:, 0], words[:, 1] = cents, cents >> 63
    return pa.Array.from_buffers(pa.decimal128(15, 2), len(cents), [None, pa.py_buffer(words)])


def of(values, at):
    """Texts of a list by their places."""
    return pa.array(values, pa.string()).take(pa.array(at))


def dates(days):
    return pa.array(days.astype(np.int32)).cast(pa.date32())


def int32(values):
    return pa.array(values.astype(np.int32))


def numbered(what, count):
    return pa.array([f"{what}#{n:09d}" for n in range(1, count + 1)], pa.string())


def phones(name, nation):
    pick = random(name)
    a, b, c = (pick.integers(low, high, len(nation)) for low, high in ((100, 1000), (100, 1000), (1000, 10000)))
    return pa.array([f"{n + 10}-{x}-{y}-{z}" for n, x, y, z in zip(nation, a, b, c)], pa.string())


def write(table, /, **columns):
    rows = pa.table({f"{prefixes[table]}_{column}": values for column, values in columns.items()})
    pq.write_table(rows, folder / f"{table}.parquet", row_group_size=250_000, store_decimal_as_integer=True)


prefixes = {
    "region": "r", "nation": "n", "supplier": "s", "part": "p", "partsupp": "ps", "customer": "c", "orders": "o",
    "lineitem": "l",
}  # fmt: skip


def supplier_of(part, place):
    """The suppliers of a part: four, spread over all."""
    return (part + place * (suppliers // 4 + (part - 1) // suppliers)) % suppliers + 1


def retail_price(part):
    """In cents."""
    return 90_000 + (part // 10) % 20_001 + 100 * (part % 1_000)


def write_regions():
    write("region", regionkey=int32(np.arange(5)), name=pa.array(regions), comment=pieces("r_comment", 5, 31, 115))
    names, within = zip(*nations)
    write(
        "nation",
        nationkey=int32(np.arange(25)),
        name=pa.array(names),
        regionkey=int32(np.array(within)),
        comment=pieces("n_comment", 25, 31, 114),
    )


def write_suppliers():
    nation = random("s_nationkey").integers(0, 25, suppliers)
    comments = pieces("s_comment", suppliers, 25, 100).to_pylist()
    # five in 10,000 complain, and as many recommend
    chosen = random("s_customers").permutation(suppliers)[: 2 * max(1, round(5 * scale))]
    for i, at in enumerate(chosen):
        comments[at] = f"{comments[at][:30]}Customer {comments[at][:10]}{('Complaints', 'Recommends')[i % 2]}"
    write(
        "supplier",
        suppkey=int32(np.arange(1, suppliers + 1)),
        name=numbered("Supplier", suppliers),
        address=addresses("s_address", suppliers),
        nationkey=int32(nation),
        phone=phones("s_phone", nation),
        acctbal=money(random("s_acctbal").integers(-99_999, 1_000_000, suppliers)),
        comment=pa.array(comments, pa.string()),
    )


def write_parts():
    key = np.arange(1, parts + 1)
    words = random("p_name").random((parts, len(colours))).argpartition(5)[:, :5]
    maker, brand = random("p_mfgr").integers(1, 6, parts), random("p_brand").integers(1, 6, parts)
    write(
        "part",
        partkey=int32(key),
        name=pa.array([" ".join(colours[w] for w in row) for row in words], pa.string()),
        mfgr=of([f"Manufacturer#{m}" for m in range(1, 6)], maker - 1),
        brand=of([f"Brand#{m}{b}" for m in range(1, 6) for b in range(1, 6)], (maker - 1) * 5 + brand - 1),
        type=of(types, random("p_type").integers(0, len(types), parts)),
        size=int32(random("p_size").integers(1, 51, parts)),
        container=of(containers, random("p_container").integers(0, len(containers), parts)),
        retailprice=money(retail_price(key)),
        comment=pieces("p_comment", parts, 5, 22),
    )
    part, place = np.repeat(key, 4), np.tile(np.arange(4), parts)
    write(
        "partsupp",
        partkey=int32(part),
        suppkey=int32(supplier_of(part, place)),
        availqty=int32(random("ps_availqty").integers(1, 10_000, len(part))),
        supplycost=money(random("ps_supplycost").integers(100, 100_001, len(part))),
        comment=pieces("ps_comment", len(part), 49, 198),
    )


def write_customers():
    nation = random("c_nationkey").integers(0, 25, customers)
    write(
        "customer",
        custkey=int32(np.arange(1, customers + 1)),
        name=numbered("Customer", customers),
        address=addresses("c_address", customers),
        nationkey=int32(nation),
        phone=phones("c_phone", nation),
        acctbal=money(random("c_acctbal").integers(-99_999, 1_000_000, customers)),
        mktsegment=of(segments, random("c_mktsegment").integers(0, 5, customers)),
        comment=pieces("c_comment", customers, 29, 116),
    )


def write_orders():
    number = np.arange(orders)
    # eight of 32 keys are taken
    key = (number >> 3 << 5 | number & 7) + 1
    # a third of the customers orders nothing
    customer = random("o_custkey").integers(0, customers // 3 * 2, orders)
    customer = customer // 2 * 3 + customer % 2 + 1
    ordered = random("o_orderdate").integers(first_day, last_day - 151 + 1, orders)
    lines = random("lines").integers(1, 8, orders)
    order = np.repeat(number, lines)
    rows = len(order)
    ends = np.cumsum(lines)
    part = random("l_partkey").integers(1, parts + 1, rows)
    quantity = random("l_quantity").integers(1, 51, rows)
    price = quantity * retail_price(part)
    discount, tax = random("l_discount").integers(0, 11, rows), random("l_tax").integers(0, 9, rows)
    shipped = ordered[order] + random("l_shipdate").integers(1, 122, rows)
    received = shipped + random("l_receiptdate").integers(1, 31, rows)
    is_open = shipped > today
    write(
        "lineitem",
        orderkey=pa.array(key[order]),
        partkey=int32(part),
        suppkey=int32(supplier_of(part, random("l_suppkey").integers(0, 4, rows))),
        linenumber=int32(np.arange(rows) - np.repeat(ends - lines, lines) + 1),
        quantity=money(quantity * 100),
        extendedprice=money(price),
        discount=money(discount),
        tax=money(tax),
        returnflag=of(["N", "R", "A"], np.where(received > today, 0, random("l_returnflag").integers(1, 3, rows))),
        linestatus=of(["F", "O"], is_open.astype(int)),
        shipdate=dates(shipped),
        commitdate=dates(ordered[order] + random("l_commitdate").integers(30, 91, rows)),
        receiptdate=dates(received),
        shipinstruct=of(instructions, random("l_shipinstruct").integers(0, 4, rows)),
        shipmode=of(modes, random("l_shipmode").integers(0, 7, rows)),
        comment=pieces("l_comment", rows, 10, 43),
    )
    still_open = np.add.reduceat(is_open, ends - lines, dtype=np.int64)
    # each line's price in cents times two hundredths, cut to a cent
    total = np.add.reduceat(price * (100 - discount) * (100 + tax) // 10_000, ends - lines)
    write(
        "orders",
        orderkey=pa.array(key),
        custkey=int32(customer),
        orderstatus=of(["F", "O", "P"], np.where(still_open == 0, 0, np.where(still_open == lines, 1, 2))),
        totalprice=money(total),
        orderdate=dates(ordered),
        orderpriority=of(priorities, random("o_orderpriority").integers(0, 5, orders)),
        clerk=of([f"Clerk#{n:09d}" for n in range(1, clerks + 1)], random("o_clerk").integers(0, clerks, orders)),
        shippriority=int32(np.zeros(orders)),
        comment=pieces("o_comment", orders, 19, 78),
    )


folder.mkdir(parents=True, exist_ok=True)
write_regions()
write_suppliers()
write_parts()
write_customers()
write_orders()
