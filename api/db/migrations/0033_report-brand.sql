CREATE TABLE `report_brand` (
	`id` integer PRIMARY KEY NOT NULL,
	`mark` text,
	`color` text NOT NULL,
	`accent` text NOT NULL
);
