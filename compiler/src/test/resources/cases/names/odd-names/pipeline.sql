CREATE STREAMING TABLE `s`.`daily.sales` (`unit price` DOUBLE, `a.b` INT, `x``y` STRING, `Ünïcode` STRING, `order` INT, CONSTRAINT `my rule` EXPECT (`unit price` > 0 AND `x``y` IS NOT NULL))
CLUSTER BY (`a.b`, `order`) AS SELECT `unit price`, `a.b`, `x``y`, `Ünïcode`, `order` FROM STREAM raw.sales;
CREATE STREAMING TABLE dim;
CREATE FLOW f AS AUTO CDC INTO dim FROM STREAM(`s`.`daily.sales`) KEYS (`a.b`) SEQUENCE BY `order` COLUMNS * EXCEPT (`x``y`);
